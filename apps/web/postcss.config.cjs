/**
 * Mixins for layout and colour: `@mixin row 8px 16px;`. For plain layout use a Group, a Stack or a class of
 * `src/ui/layout/`. Mixins are for classes with their own look, and for pages without Mantine.
 */
const mixins = {
  /** A row that wraps. */
  row: (_mixin, gap) => ({
    display: 'flex',
    'flex-wrap': 'wrap',
    gap,
    'align-items': 'center',
  }),
  /** A wrapping row with space between its items. */
  between: (_mixin, gap) => ({
    display: 'flex',
    'flex-wrap': 'wrap',
    gap,
    'align-items': 'center',
    'justify-content': 'space-between',
  }),
  /** A single line, such as an icon with its text. */
  line: (_mixin, gap) => ({ display: 'flex', gap, 'align-items': 'center' }),
  /** In a window up to this width, the items share the width of the row. */
  share: (_mixin, width) => ({
    [`@media (max-width: ${width})`]: { '& > *': { flex: '1 1 auto' } },
  }),
  /** An inline row, as wide as its content. */
  inline: (_mixin, gap) => ({ display: 'inline-flex', gap, 'align-items': 'center' }),
  /** A column whose items never exceed its width. */
  stack: (_mixin, gap) => ({
    display: 'grid',
    'grid-template-columns': 'minmax(0, 1fr)',
    gap,
  }),
  /** As many columns of this width as fit. */
  columns: (_mixin, width, gap) => ({
    display: 'grid',
    'grid-template-columns': `repeat(auto-fit, minmax(min(100%, ${width}), 1fr))`,
    gap,
  }),
  square: (_mixin, size) => ({ 'inline-size': size, 'block-size': size }),
  /** A square with centred content. */
  centred: (_mixin, size, display = 'grid') => ({
    display,
    'place-items': 'center',
    'inline-size': size,
    'block-size': size,
  }),
  /** A bordered box; `ground` is the name of a token. */
  box: (_mixin, padding, ground) => ({
    padding,
    border: 'var(--wasl-line)',
    'border-radius': 'var(--wasl-radius)',
    ...(ground === undefined ? {} : { background: `var(--wasl-${ground})` }),
  }),
  /** A background with its text colour. */
  ground: (_mixin, token) => ({
    background: `var(--wasl-${token})`,
    color: `var(--wasl-on-${token})`,
  }),
  /** Text highlighted by its background. */
  note: (_mixin, token, padding) => ({
    padding,
    'border-radius': 'var(--wasl-radius)',
    background: `var(--wasl-${token})`,
    color: `var(--wasl-on-${token})`,
  }),
  muted: (_mixin, size) => ({ color: 'var(--wasl-muted)', 'font-size': size }),
  /** Visually hidden, for screen readers only. */
  'screen-reader-only': {
    position: 'absolute',
    overflow: 'hidden',
    'inline-size': '1px',
    'block-size': '1px',
    'clip-path': 'inset(50%)',
    'white-space': 'nowrap',
  },
  /** The native control, transparent above its visual replacement. */
  over: { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  /** The focus ring of base.css, on the visual replacement of the focused field. */
  ring: (_mixin, offset) => ({ outline: '3px solid var(--wasl-focus)', 'outline-offset': offset }),
  /** Focus ring around the container of the focused field. */
  'ring-around': (_mixin, offset) => ({
    '&:has(input:focus-visible)': mixins.ring(_mixin, offset),
    '@supports not selector(:has(a))': { '&:focus-within': mixins.ring(_mixin, offset) },
  }),
  /** Truncates text after a number of lines. */
  lines: (_mixin, count) => ({
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': count,
  }),
};

/**
 * Maps `dvh` to a variable, with `vh` for browsers without it (Chrome before 108). A fallback declaration would not
 * work: a value with `var()` is rejected only when it is used.
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
