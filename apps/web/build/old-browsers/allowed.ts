/** Newer features that built files may use, with the reason why they are harmless and the files. */
interface Allowed {
  readonly why: string;
  readonly files: RegExp;
  /** Each must be in use; a name that ends with a dot allows all features below it. */
  readonly features: readonly string[];
}

export const allowed: readonly Allowed[] = [
  {
    why: 'pdf.js: its legacy build brings what it needs or asks first',
    files: /^pdf(?:-pages|\.worker)/,
    features: ['api.', 'javascript.builtins.'],
  },
  {
    why: 'the popover polyfill (src/app/start.tsx) brings it, and asks before it uses what it needs itself',
    files: /^(?:popover|shell|filters|notice-bell|worklist-page|administration)-/,
    features: [
      'html.global_attributes.popover',
      'api.HTMLElement.hidePopover',
      'api.CSSStyleSheet.replaceSync',
      'api.Document.fullscreenElement',
    ],
  },
  {
    why: 'asked for by typeof, `in` or `&&` before it is used',
    // `kept-pages` and `files-in-parts` are in the earlier builds that this build retains.
    files:
      /^(?:react|base|zod|make-pdf|administration|(?:kept|stored)-pages|submit-form|list-styles|(?:upload-)?files-in-parts)-/,
    features: [
      'api.Document.startViewTransition',
      'api.HTMLFormElement.requestSubmit',
      'api.IDBFactory.databases',
      'api.Navigator.connection',
      'api.TouchEvent',
      'api.URL.canParse_static',
      'api.Window.navigation',
      'api.Window.setImmediate',
      'javascript.builtins.Error.captureStackTrace',
      'javascript.builtins.Uint8Array.fromBase64',
    ],
  },
  {
    why: 'a browser that does not know the option scrolls, or picks its own quality',
    files: /\.js$/,
    features: [
      'api.SVGElement.focus.options_preventScroll_parameter',
      'api.createImageBitmap.options_resizeQuality_parameter',
    ],
  },
  {
    why: 'the library’s own height of a dialog, in whose place mantine-theme.ts sets another',
    files: /^(?:confirm-dialog|administration)-/,
    features: ['css.types.length.viewport_percentage_units_dynamic'],
  },
  {
    why: 'methods and members of ours and of libraries that only share the name',
    files: /./,
    features: [
      'api.Blob.bytes',
      'api.CompositionEvent.locale',
      'api.CustomElementRegistry.getName',
      'api.EventTarget.when',
      'api.FileSystemEntry.copyTo',
      'api.FontFaceSet.check',
      'api.IntersectionObserverEntry.isVisible',
      'api.MediaSource.handle',
      'api.ML',
      'api.WindowClient.navigate',
      'html.global_attributes.inert',
      'html.global_attributes.is',
      'html.global_attributes.nonce',
      'javascript.builtins.Iterator.toArray',
    ],
  },
  {
    why: 'looks only: without it everything is there, and works',
    files: /\.css$/,
    features: [
      'css.at-rules.container',
      'css.properties.accent-color',
      'css.properties.align-content.start',
      'css.properties.container-type',
      'css.properties.cursor.',
      'css.properties.inline-size.fit-content',
      'css.properties.outline',
      'css.properties.overscroll-behavior',
      'css.properties.resize',
      'css.properties.rx',
      'css.properties.scrollbar-width',
      'css.properties.text-align-last',
      'css.properties.text-box-edge',
      'css.properties.text-box-trim',
      'css.properties.text-wrap',
      'css.selectors.selection',
      'css.types.length.lh',
    ],
  },
  {
    why: 'colours, cursors and paddings; the ring of the focus has a rule for browsers without it',
    files: /\.css$/,
    features: ['css.selectors.has'],
  },
  {
    why: 'mantine-overrides.css centres the dot of a radio where it is missing',
    files: /\.css$/,
    features: ['css.properties.translate'],
  },
];
