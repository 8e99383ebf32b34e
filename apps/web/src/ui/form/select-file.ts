export { Autocomplete, Select } from '@mantine/core';

import './list-styles.ts';
