import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { renderInApp } from '../../testing/render.tsx';
import { FileField } from './file-field.tsx';

function BusinessPlan() {
  const [file, setFile] = useState<File | null>(null);
  return <FileField label="Business plan" kind="pdf" value={file} onChange={setFile} />;
}

it('shows the name of the refused file next to the current file', async () => {
  await renderInApp(<BusinessPlan />);
  const user = userEvent.setup({ applyAccept: false });
  const field = screen.getByLabelText(/^Business plan/);
  await user.upload(field, new File(['%PDF-1.7'], 'rucher.pdf', { type: 'application/pdf' }));
  await user.upload(field, new File(['PK'], 'rucher.docx', { type: 'application/zip' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^rucher\.docx — \S/);
  expect(screen.getByText('rucher.pdf')).toBeVisible();
  await user.upload(field, new File(['%PDF-1.7'], 'miel.pdf', { type: 'application/pdf' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('miel.pdf')).toBeVisible();
});
