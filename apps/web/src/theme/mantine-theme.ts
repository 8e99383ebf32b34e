import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const sea: MantineColorsTuple = [
  '#edf6f5',
  '#e2f0ee',
  '#bfe0dd',
  '#95cdc8',
  '#6cc9c3',
  '#2f9a97',
  '#0f7574',
  '#0b6e6e',
  '#095a5b',
  '#0a4a4d',
];
const clay: MantineColorsTuple = [
  '#fdf3f1',
  '#fae8e4',
  '#f3cbc2',
  '#f6b3a4',
  '#f0937f',
  '#d2614b',
  '#bd4b36',
  '#b4432f',
  '#973725',
  '#7c2c1d',
];
const olive: MantineColorsTuple = [
  '#f4f8ec',
  '#ecf2e0',
  '#d3e0b9',
  '#c1db98',
  '#a9c978',
  '#7d9c49',
  '#5b7b2b',
  '#55752a',
  '#43601c',
  '#34490f',
];
const saffron: MantineColorsTuple = [
  '#fef9ea',
  '#fbf1d3',
  '#f6e0a0',
  '#f3cf75',
  '#efb52a',
  '#e8ab0f',
  '#e0a100',
  '#b98400',
  '#8a6200',
  '#6b4c00',
];
const gray: MantineColorsTuple = [
  '#fbfaf7',
  '#f3f1ea',
  '#e9e6dd',
  '#ddd8cc',
  '#c9c4b7',
  '#838a86',
  '#6d7674',
  '#566266',
  '#38464a',
  '#1f2a2e',
];
const dark: MantineColorsTuple = [
  '#e9edea',
  '#c4cfcf',
  '#a6b4b4',
  '#728589',
  '#33464a',
  '#2b3c40',
  '#1c2b2e',
  '#162326',
  '#0f181a',
  '#0b1213',
];

const inputSize = { defaultProps: { size: 'md' } } as const;
// The list scrolls itself (mantine-overrides.css), because the library's scroll area is not reachable by keyboard.
const choiceInput = { defaultProps: { size: 'md', withScrollArea: false } } as const;

/** Scales and defaults of the component library. `build/theme-css.ts` writes its variables to a style sheet. */
export const mantineTheme = createTheme({
  colors: { sea, clay, olive, saffron, gray, dark, red: clay, green: olive, yellow: saffron },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontFamily: 'var(--wasl-font)',
  headings: { fontFamily: 'var(--wasl-font)', fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Fields use 16 px text: smaller text makes phones zoom in.
    TextInput: inputSize,
    Textarea: inputSize,
    Select: choiceInput,
    MultiSelect: choiceInput,
    NativeSelect: inputSize,
    NumberInput: inputSize,
    PasswordInput: inputSize,
    InputBase: inputSize,
    Autocomplete: choiceInput,
    Radio: inputSize,
    RadioGroup: inputSize,
    Checkbox: inputSize,
    CheckboxGroup: inputSize,
    DatePickerInput: inputSize,

    // An absolutely positioned list widens the page of a phone until placed, and the field, dialog and list move
    // repeatedly. A fixed list does not affect the layout.
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    Button: { defaultProps: { size: 'md' } },
    Skeleton: { defaultProps: { height: 16, radius: 'sm' } },
    Progress: { defaultProps: { radius: 'xl' } },
    // The library locks scrolling with a <style> element, which the content security policy refuses; base.css does it
    // instead. Its own offset uses `dvh`. Old browsers then drop the whole height, and long dialogs could not scroll.
    Modal: { defaultProps: { lockScroll: false, yOffset: 'calc(5 * var(--wasl-dvh))' } },
  },
});

/** Maps the library's neutral roles to the portal's tokens, which follow the system's colour scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--wasl-page)',
    '--mantine-color-text': 'var(--wasl-text)',
    '--mantine-color-dimmed': 'var(--wasl-muted)',
    '--mantine-color-placeholder': 'var(--wasl-muted)',
    '--mantine-color-error': 'var(--wasl-danger)',
    '--mantine-color-success': 'var(--wasl-done)',
    '--mantine-color-anchor': 'var(--wasl-link)',
    '--mantine-color-default': 'var(--wasl-surface)',
    '--mantine-color-default-hover': 'var(--wasl-sunken)',
    '--mantine-color-default-color': 'var(--wasl-text)',
    '--mantine-color-default-border': 'var(--wasl-border)',
    '--mantine-color-disabled': 'var(--wasl-sunken)',
    '--mantine-color-disabled-color': 'var(--wasl-muted)',
    '--mantine-color-disabled-border': 'var(--wasl-border)',
  };
  // In dark mode the library's light button is darker than the card below it.
  const light = {
    '--mantine-color-sea-light': 'var(--wasl-primary-soft)',
    // One fifth of the way to the text colour.
    '--mantine-color-sea-light-hover': '#305a5b',
    '--mantine-color-sea-light-color': 'var(--wasl-on-primary-soft)',
  };
  // In dark mode the library uses its palest shade for a subtle button, so a dangerous action would look like any other
  // text.
  const danger = { '--mantine-color-clay-light-color': 'var(--wasl-danger)' };
  return { variables: {}, light: roles, dark: { ...roles, ...light, ...danger } };
};
