import { Autocomplete, Select } from '@mantine/core';

import './list-styles.ts';

const listFields = { Autocomplete, Select };
export default listFields;
