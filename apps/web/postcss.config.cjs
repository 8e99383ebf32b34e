/**
 * What the sheets arrange and colour again and again, said once: `@mixin row 8px 16px;`. An element that is only arranged is
 * a Group, a Stack or a class of `src/ui/layout/`; these are for a class with a look of its own, and for the pages without Mantine.
 */
const mixins = {
  /** Side by side, on more lines where there is no room. */
  row: (_mixin, gap) => ({
    display: 'flex',
    'flex-wrap': 'wrap',
    gap,
    'align-items': 'center',
  }),
  /** A row whose ends stand at the edges. */
  between: (_mixin, gap) => ({
    display: 'flex',
    'flex-wrap': 'wrap',
    gap,
    'align-items': 'center',
    'justify-content': 'space-between',
  }),
  /** On one line: an icon and its words. */
  line: (_mixin, gap) => ({ display: 'flex', gap, 'align-items': 'center' }),
  /** On a window this narrow what stands in the row shares its width. */
  share: (_mixin, width) => ({
    [`@media (max-width: ${width})`]: { '& > *': { flex: '1 1 auto' } },
  }),
  /** A line within a text, as wide as what it holds. */
  inline: (_mixin, gap) => ({ display: 'inline-flex', gap, 'align-items': 'center' }),
  /** One under the other, none wider than the whole. */
  stack: (_mixin, gap) => ({
    display: 'grid',
    'grid-template-columns': 'minmax(0, 1fr)',
    gap,
  }),
  /** As many columns of this width as have their room. */
  columns: (_mixin, width, gap) => ({
    display: 'grid',
    'grid-template-columns': `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
    gap,
  }),
  square: (_mixin, size) => ({ 'inline-size': size, 'block-size': size }),
  /** A square with something in its middle. */
  centred: (_mixin, size, display = 'grid') => ({
    display,
    'place-items': 'center',
    'inline-size': size,
    'block-size': size,
  }),
  /** A frame; its ground is a token's name. */
  box: (_mixin, padding, ground) => ({
    padding,
    border: 'var(--wasl-line)',
    'border-radius': 'var(--wasl-radius)',
    ...(ground === undefined ? {} : { background: `var(--wasl-${ground})` }),
  }),
  /** A ground and what is written on it. */
  ground: (_mixin, token) => ({
    background: `var(--wasl-${token})`,
    color: `var(--wasl-on-${token})`,
  }),
  /** Words set apart by their ground. */
  note: (_mixin, token, padding) => ({
    padding,
    'border-radius': 'var(--wasl-radius)',
    background: `var(--wasl-${token})`,
    color: `var(--wasl-on-${token})`,
  }),
  muted: (_mixin, size) => ({ color: 'var(--wasl-muted)', 'font-size': size }),
  /** For the ear only. */
  heard: {
    position: 'absolute',
    overflow: 'hidden',
    'inline-size': '1px',
    'block-size': '1px',
    'clip-path': 'inset(50%)',
    'white-space': 'nowrap',
  },
  /** The browser's own box, unseen over what is drawn for it. */
  over: { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  /** The ring of base.css, on what stands for the field that has the focus. */
  ring: (_mixin, offset) => ({ outline: '3px solid var(--wasl-focus)', 'outline-offset': offset }),
  /** The ring around what holds the field that has the focus. */
  'ring-around': (_mixin, offset) => ({
    '&:has(input:focus-visible)': mixins.ring(_mixin, offset),
    '@supports not selector(:has(a))': { '&:focus-within': mixins.ring(_mixin, offset) },
  }),
  /** A text that ends after so many lines. */
  lines: (_mixin, count) => ({
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': count,
  }),
};

/**
 * `dvh` through a variable, which is a `vh` where a browser has none (Chrome before 108). A fallback declaration would not do:
 * within `var()` a value is refused only when it is used.
 */
const dynamicHeight = {
  postcssPlugin: 'wasl-dynamic-height',
  Declaration(declaration) {
    if (declaration.prop !== '--wasl-dvh')
      declaration.value = declaration.value.replace(
        /\b([\d.]+)dvh\b/g,
        'calc($1 * var(--wasl-dvh))',
      );
  },
};

module.exports = {
  plugins: [
    require('postcss-preset-mantine')({ mixins }),
    require('postcss-simple-vars')({
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    }),
    dynamicHeight,
  ],
};
