import { screen, within } from '@testing-library/react';
import { mostCounted } from '@wasl/contracts';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '../lib/http/http.ts';
import { renderInApp } from '../testing/render.tsx';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { EmptyState } from './states.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
}

const base: DataTableProps<Row> = {
  caption: 'Demandes',
  columns: [
    { key: 'id', header: 'Numéro', render: (row) => row.id, sortField: 'numRequest' },
    { key: 'name', header: 'Besoin', render: (row) => row.name },
  ],
  rows: [
    { id: 1, name: 'Un local' },
    { id: 2, name: 'Un prêt' },
  ],
  rowKey: (row) => row.id,
  total: 20,
  page: 1,
  size: 8,
  sort: { field: 'numRequest', direction: 'desc' },
  onChange: () => undefined,
  empty: <EmptyState title="Aucune demande" reason="Commencez par en créer une." />,
};

describe('DataTable', () => {
  it('shows placeholder rows while the rows load', async () => {
    await renderInApp(<DataTable {...base} rows={undefined} total={undefined} />);
    expect(screen.getAllByTestId('skeleton-row')).toHaveLength(8);
    expect(screen.getByRole('table', { name: 'Demandes' })).toHaveAttribute('aria-busy', 'true');
  });

  it('shows the reason when it is empty', async () => {
    await renderInApp(<DataTable {...base} rows={[]} total={0} />);
    expect(screen.getByText('Commencez par en créer une.')).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the failure with a retry button', async () => {
    const onRetry = vi.fn();
    const error = new ApiError(503, {
      code: 'UNAVAILABLE',
      message: 'Le service est indisponible.',
    });
    await renderInApp(<DataTable {...base} rows={undefined} error={error} onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Le service est indisponible.');
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('preserves its rows when a refresh fails', async () => {
    await renderInApp(<DataTable {...base} error={new Error('lost')} />);
    expect(screen.getByText('Un local')).toBeInTheDocument();
  });

  it('announces and changes the sort, and returns to the first page', async () => {
    const onChange = vi.fn();
    await renderInApp(<DataTable {...base} onChange={onChange} />);
    const header = screen.getByRole('columnheader', { name: 'Numéro' });
    expect(header).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(within(header).getByRole('button'));
    expect(onChange).toHaveBeenCalledWith({
      sort: { field: 'numRequest', direction: 'asc' },
      page: 0,
    });
  });

  it('pages within its bounds and offers 8, 15 and 20 rows', async () => {
    const onChange = vi.fn();
    await renderInApp(<DataTable {...base} page={2} onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Page précédente' }));
    expect(onChange).toHaveBeenCalledWith({ page: 1 });
    const size = screen.getByRole('combobox', { name: 'Lignes par page' });
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['8', '15', '20']);
    await userEvent.selectOptions(size, '15');
    expect(onChange).toHaveBeenLastCalledWith({ size: 15, page: 0 });
  });

  const onAPhone = () =>
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: true,
          media: query,
          addEventListener: vi.fn(),
          removeEventListener: vi.fn(),
        }) as unknown as MediaQueryList,
    );

  it('is rendered as cards on a phone', async () => {
    const matchMedia = onAPhone();
    await renderInApp(<DataTable {...base} />);
    expect(screen.queryByRole('table')).toBeNull();
    expect(
      within(screen.getByRole('list', { name: 'Demandes' })).getAllByRole('listitem'),
    ).toHaveLength(2);
    expect(screen.getByRole('combobox', { name: 'Trier par' })).toHaveDisplayValue(
      'Numéro, ordre décroissant',
    );
    matchMedia.mockRestore();
  });

  it('shows no column name on a phone for a sort without a column', async () => {
    const matchMedia = onAPhone();
    await renderInApp(<DataTable {...base} sort={{ field: 'assignedAt', direction: 'asc' }} />);
    expect(screen.getByRole('combobox', { name: 'Trier par' })).toHaveDisplayValue(
      'L’ordre de la partie affichée',
    );
    matchMedia.mockRestore();
  });

  it('reports more results than the count limit, and pages on while pages are full', async () => {
    const onChange = vi.fn();
    const { unmount } = await renderInApp(
      <DataTable {...base} size={2} page={499} total={mostCounted + 1} onChange={onChange} />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Plus de 1 000 résultats');
    expect(screen.getByText(/999–1000/)).toHaveTextContent('1 000+');
    expect(screen.getByText(/^Page 500 sur/)).toHaveTextContent('500+');
    await userEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
    expect(onChange).toHaveBeenCalledWith({ page: 500 });
    unmount();
    await renderInApp(
      <DataTable {...base} size={3} page={400} total={mostCounted + 1} onChange={onChange} />,
    );
    expect(screen.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
  });

  it.each([
    ['on a phone, where its rows are many screens', true, 1],
    ['not in a wide window, where one presses the button again', false, 0],
  ])('scrolls to the beginning of the next page %s', async (_where, isPhone, times) => {
    vi.stubGlobal('matchMedia', () => ({
      matches: isPhone,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const scroll = vi.fn();
    Object.assign(HTMLElement.prototype, { scrollIntoView: scroll });
    const onChange = vi.fn();
    await renderInApp(<DataTable {...base} onChange={onChange} />);
    await userEvent.click(screen.getByRole('button', { name: 'Page suivante' }));
    expect(onChange).toHaveBeenCalledWith({ page: 2 });
    expect(scroll).toHaveBeenCalledTimes(times);
    vi.unstubAllGlobals();
  });

  it('pages beyond the count limit, and ends at the list’s end', async () => {
    const beyond = { ...base, size: 2, page: 700, total: mostCounted + 1 };
    const { unmount } = await renderInApp(<DataTable {...beyond} />);
    expect(screen.getByText(/1401–1402/)).toHaveTextContent('1 000+');
    expect(screen.getByRole('button', { name: 'Page suivante' })).toBeEnabled();
    unmount();
    await renderInApp(<DataTable {...beyond} isLast />);
    expect(screen.getByRole('button', { name: 'Page suivante' })).toBeDisabled();
  });
});
