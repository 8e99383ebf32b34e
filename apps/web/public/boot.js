// Runs before the first paint: language, direction and colour scheme on <html>, so that nothing flips later.
// A file of its own because the content security policy refuses inline scripts.
// The same choice as src/lib/language.ts: address, then the language kept, then the browser's, then French.
(function () {
  var root = document.documentElement;
  var known = ['fr', 'en', 'ar', 'es'];
  var path = /^\/landing\/(\w\w)/.exec(location.pathname);
  var wanted = [path && path[1], new URLSearchParams(location.search).get('lang')];
  try {
    wanted.push(localStorage.getItem('lang'));
  } catch (error) {
    // Storage may be closed to us: the browser's language then decides.
  }
  wanted = wanted.concat(navigator.languages || []);
  var lang = 'fr';
  for (var i = 0; i < wanted.length; i += 1) {
    var short = String(wanted[i] || '').slice(0, 2);
    if (known.indexOf(short) >= 0) {
      lang = short;
      break;
    }
  }
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
