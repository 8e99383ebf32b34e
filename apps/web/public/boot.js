// Runs before the first paint: language, direction and colour scheme on <html>, so that nothing flips later.
// A separate file, because the content security policy refuses inline scripts.
// The same choice as src/lib/format/language.ts: address, then the language chosen before, then French.
// Written in the JavaScript of 2009, so that browsers that are too old for the portal can show why.
(function () {
  // The content security policy refuses `eval`: Zod must not try to compile its parsers.
  window.__zod_globalConfig = { jitless: true };
  var root = document.documentElement;
  var tooOld = [
    [
      'fr',
      'Votre navigateur est trop ancien pour ce portail\u00a0: mettez-le à jour ou utilisez au moins ',
    ],
    ['en', 'Your browser is too old for this portal: update it or use at least '],
    ['ar', 'متصفحك قديم ولا يمكنه فتح هذه البوابة: يرجى تحديثه أو استعمال إصدار لا يقل عن '],
    [
      'es',
      'Su navegador es demasiado antiguo para este portal: actualícelo o utilice como mínimo ',
    ],
  ];
  var newest = 'Chrome 100, Firefox 102, Safari 15.4, iOS 15.4, Samsung Internet 18.';
  var isShown = false;
  function showTooOld() {
    if (isShown) return;
    isShown = true;
    var box = document.createElement('div');
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'padding:16px;background:#fff3cd;color:#1f1a00;font:16px/1.5 sans-serif;position:relative;z-index:9999';
    for (var i = 0; i < tooOld.length; i += 1) {
      var line = document.createElement('p');
      line.lang = tooOld[i][0];
      line.dir = line.lang === 'ar' ? 'rtl' : 'ltr';
      line.style.margin = '0 0 4px';
      line.appendChild(document.createTextNode(tooOld[i][1] + newest));
      box.appendChild(line);
    }
    function show() {
      document.body.insertBefore(box, document.body.firstChild);
    }
    if (document.body) show();
    else document.addEventListener('DOMContentLoaded', show);
  }
  // Features of the oldest supported browsers (README) that older ones lack: Chrome 98, Safari 15.4; Chrome 99; Firefox 102.
  if (!window.structuredClone || !window.CSSLayerBlockRule || !window.TransformStream) showTooOld();
  // A syntax error in a script shows the same message.
  function atFault(fault) {
    if (fault && fault.name === 'SyntaxError') showTooOld();
  }
  if (window.addEventListener) {
    window.addEventListener('error', function (event) {
      if (/\/assets\//.test(event.filename)) atFault(event.error);
    });
    window.addEventListener('unhandledrejection', function (event) {
      atFault(event.reason);
    });
  }
  if (!window.URLSearchParams || !window.fetch) return;

  var known = ['fr', 'en', 'ar', 'es'];
  var query = new URLSearchParams(location.search);
  var path = /^\/landing\/(\w\w)/.exec(location.pathname);
  var lang = (path && path[1]) || query.get('lang');
  var isInside;
  var isChosen = false;
  try {
    // Stored at once: the application loads later, and the person may have left the page by then.
    if (known.indexOf(query.get('lang')) >= 0) localStorage.setItem('lang', query.get('lang'));
    isChosen = known.indexOf(localStorage.getItem('lang')) >= 0;
    lang = lang || localStorage.getItem('lang');
    isInside = Boolean(localStorage.getItem('token') || sessionStorage.getItem('token'));
  } catch (error) {
    // Storage may be forbidden. The page is then French, and the application decides the rest.
    isInside = true;
  }
  if (known.indexOf(lang) < 0) lang = 'fr';
  // The installed app uses the language of the page.
  var manifest = document.querySelector('link[rel=manifest]');
  if (manifest) manifest.href = '/app/' + lang + '.webmanifest';
  root.lang = lang;
  // On a first visit in French the landing page offers the language of the browser (src/landing/language-offer.tsx). It
  // is known before the first paint, so that the page does not move.
  var spoken = (navigator.languages || []).map(function (name) {
    return name.slice(0, 2).toLowerCase();
  });
  var first = spoken.filter(function (name) {
    return known.indexOf(name) >= 0;
  })[0];
  if (!isChosen && lang === 'fr' && first) root.setAttribute('data-offer', first);
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Loads the page again when its first script failed to load, once for each file. A form that has input stays.
  function loadAgain(file) {
    var isFilled = [].some.call(document.querySelectorAll('input'), function (field) {
      return field.value !== '';
    });
    try {
      if (isFilled || sessionStorage.getItem('lostScript') === file) return;
      sessionStorage.setItem('lostScript', file);
      location.reload();
    } catch (error) {
      // Without storage the page could reload without end.
    }
  }
  function atLostScript(event) {
    var file = event.target && event.target.src;
    if (!file || file.indexOf('/assets/') < 0) return;
    if (navigator.onLine) loadAgain(file);
    else window.addEventListener('online', loadAgain.bind(null, file));
  }
  window.addEventListener('error', atLostScript, true);

  // Sends a visitor without a session to the landing page before the application loads.
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
        returns = Boolean(sessionStorage.getItem('returnTo') || sessionStorage.getItem('arrival'));
      } catch (error) {
        // As above.
      }
      // Scrolls to the form for a person who signs in again.
      location.replace(returns && landing.indexOf('#') < 0 ? landing + '#sign-in' : landing);
    });
})();
