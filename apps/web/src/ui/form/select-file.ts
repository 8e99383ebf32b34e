export { Select as default } from '@mantine/core';

import './list-styles.ts';
