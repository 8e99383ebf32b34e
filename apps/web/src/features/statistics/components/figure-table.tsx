import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';

import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Table.css';

/** Table of figures: the first column names the row, the others are numbers. On a phone it scrolls horizontally. */
export function FigureTable({
  caption,
  heads,
  rows,
}: {
  caption: string;
  /** Head of the name column, then those of the figures. */
  heads: readonly string[];
  rows: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly figures: readonly ReactNode[];
  }[];
}) {
  const [name, ...figures] = heads;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': caption }}>
      <Table striped withTableBorder aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{name}</Table.Th>
            {figures.map((head) => (
              <Table.Th key={head} scope="col" ta="end">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row">{row.name}</Table.Th>
              {row.figures.map((figure, index) => (
                <Table.Td key={heads[index + 1]} ta="end">
                  {figure}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
