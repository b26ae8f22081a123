// Runs before anything is painted, which modules do not: whoever chose day or dusk never sees the other for a moment.
// It is told apart from settings.js by that alone; what is changed later is worn there.
{
  let theme = 'auto';
  try {
    theme = JSON.parse(localStorage.getItem('mistvale.settings'))?.theme ?? theme;
  } catch {
    // Nothing can be kept here, so nothing was chosen.
  }
  if (theme !== 'auto') {
    document.documentElement.dataset.theme = theme;
    // Even the empty page, before its style sheets are here.
    document.querySelector('meta[name="color-scheme"]').content = theme;
  }
}
