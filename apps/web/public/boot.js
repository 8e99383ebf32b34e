// Runs before the first paint: language, direction and colour scheme on <html>, so that nothing flips later.
// A file of its own because the content security policy refuses inline scripts.
// The same choice as src/lib/language.ts: address, then the language chosen before, then French.
(function () {
  var root = document.documentElement;
  var known = ['fr', 'en', 'ar', 'es'];
  var query = new URLSearchParams(location.search);
  var path = /^\/landing\/(\w\w)/.exec(location.pathname);
  var lang = (path && path[1]) || query.get('lang');
  var isInside;
  try {
    lang = lang || localStorage.getItem('lang');
    isInside = Boolean(localStorage.getItem('token') || sessionStorage.getItem('token'));
  } catch (error) {
    // Storage may be closed to us: it is French then, and the application finds out the rest.
    isInside = true;
  }
  if (known.indexOf(lang) < 0) lang = 'fr';
  // The app that can be installed from here speaks the language of the page.
  var manifest = document.querySelector('link[rel=manifest]');
  if (manifest) manifest.href = '/app/' + lang + '.webmanifest';
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // A visitor without a session leaves for the landing page before the application has begun to travel.
  if (isInside || !/^\/(?:login)?$/.test(location.pathname) || query.has('token')) return;
  if (query.has('idparcoure')) return;
  window.stop();
  void fetch('/config.json')
    .then(function (answer) {
      return answer.json();
    })
    .catch(function () {
      return {};
    })
    .then(function (config) {
      var landing = (config.landingUrls && config.landingUrls[lang]) || '/landing/' + lang;
      var returns = false;
      try {
        if (query.has('lang')) localStorage.setItem('lang', lang);
        returns = Boolean(sessionStorage.getItem('returnTo') || sessionStorage.getItem('arrival'));
      } catch (error) {
        // As above.
      }
      // Whoever comes to sign in again finds the form in sight.
      location.replace(returns && landing.indexOf('#') < 0 ? landing + '#sign-in' : landing);
    });
})();
