import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';

import layout from './layout.module.css';

/**
 * Responsive columns of fields. Mantine's SimpleGrid writes a <style> element, which the content security policy
 * refuses.
 * @param min minimum width of a column, px
 */
export function Columns({
  min,
  align = 'start',
  component = 'div',
  ...others
}: {
  min: number;
  align?: 'start' | 'stretch';
  component?: 'div' | 'dl' | 'fieldset';
  role?: 'status';
  'aria-label'?: string;
  children: ReactNode;
} & BoxProps) {
  return (
    <Box
      component={component as 'div'}
      {...others}
      className={layout['columns']}
      style={{ alignItems: align }}
      __vars={{ '--column': `${String(min)}px` }}
    />
  );
}
