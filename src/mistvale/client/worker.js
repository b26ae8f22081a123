// What a browser runs for us while no page is open: it shows notices, and opens the page that they are about.

const root = () => self.registration.scope;

/** Where a notice leads: below our own root, whatever it says. */
function below(path) {
  const url = new URL(path.replace(/^\/+/, ''), root()).href;
  return url.startsWith(root()) ? url : root();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let said;
  try {
    said = event.data.json();
  } catch {
    return; // nothing that we have sent
  }
  const icon = new URL('static/brand.svg', root()).href;
  // What is told again, with the same tag, takes the place of what was told before.
  event.waitUntil(self.registration.showNotification(said.title, {
    body: said.text, tag: said.id, lang: said.lang, icon, badge: icon, data: { url: below(said.url) },
  }));
});

async function open(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0] === url);
  if (there) await there.focus();
  else await self.clients.openWindow(url);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
