// Shows openapi.json as a page one can read.

const spec = await (await fetch(new URL('../openapi.json', import.meta.url))).json();

function el(tag, attributes = {}, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children.filter((child) => child !== null));
  return node;
}

const nameOf = (ref) => ref.split('/').at(-1);

/** A type in words, with links to named shapes. */
function shape(schema) {
  if (!schema || schema === true) return el('code', { textContent: 'anything' });
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return el('a', { href: `#${name}` }, el('code', { textContent: name }));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return el('span', {}, ...choices.flatMap((each, i) => (i ? [' or ', shape(each)] : [shape(each)])));
  if (schema.enum) return el('code', { textContent: schema.enum.map((each) => JSON.stringify(each)).join(' | ') });
  if ('const' in schema) return el('code', { textContent: JSON.stringify(schema.const) });
  if (schema.type === 'array') return el('span', {}, 'list of ', shape(schema.items));
  if (schema.type === 'object' && schema.additionalProperties) {
    return el('span', {}, 'object of ', shape(schema.additionalProperties));
  }
  return el('code', { textContent: schema.type ?? 'anything' });
}

function row(name, what, note) {
  const words = el('td', { className: 'note', textContent: note ?? '' });
  return el('tr', {}, el('td', {}, el('code', { textContent: name })), el('td', {}, what), words);
}

function call(method, path, operation) {
  const rows = (operation.parameters ?? []).map((each) => (
    row(each.name, shape(each.schema), [each.in, each.description].filter(Boolean).join(': '))
  ));
  const body = operation.requestBody?.content?.['application/json'];
  if (body) rows.push(row('body', shape(body.schema)));
  for (const [status, answer] of Object.entries(operation.responses)) {
    const json = answer.content?.['application/json'];
    rows.push(row(status, json ? shape(json.schema) : el('span'), answer.description));
  }
  return el('section', {},
    el('h3', {}, el('span', { className: 'verb', textContent: method.toUpperCase() }), el('code', { textContent: path })),
    el('p', { className: 'note', textContent: operation.summary ?? '' }),
    el('table', {}, el('tbody', {}, ...rows)));
}

function showCalls() {
  const groups = new Map();
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags?.[0] ?? 'other';
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(call(method, path, operation));
    }
  }
  for (const [group, sections] of groups) {
    document.querySelector('#calls').append(el('h2', { textContent: group }), ...sections);
  }
}

function showShapes() {
  for (const [name, schema] of Object.entries(spec.components?.schemas ?? {})) {
    const rows = Object.entries(schema.properties ?? {}).map(([key, value]) => (
      row(key, shape(value), (schema.required ?? []).includes(key) ? '' : 'optional')
    ));
    document.querySelector('#shapes').append(
      el('section', { id: name }, el('h3', { textContent: name }), el('table', {}, el('tbody', {}, ...rows))));
  }
}

document.querySelector('#about').textContent = spec.info.description;
showCalls();
showShapes();
