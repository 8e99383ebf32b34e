import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../ui/states.tsx';

function Broken() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={44} stroke={1.4} aria-hidden />}
        title={t('errors.page')}
        reason={t('errors.pageHint')}
        action={<Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>}
      />
    </div>
  );
}

/** Contains the errors of a page. A new `place` tries again. */
export class ErrorBoundary extends Component<
  { place: string; children: ReactNode },
  { brokenAt: string | null }
> {
  // A field would add a helper for old browsers to each first load.
  constructor(props: { place: string; children: ReactNode }) {
    super(props);
    this.state = { brokenAt: null };
  }

  static getDerivedStateFromError() {
    return { brokenAt: '' };
  }

  override componentDidUpdate(previous: { place: string }) {
    if (this.state.brokenAt !== null && previous.place !== this.props.place) {
      // eslint-disable-next-line react/no-did-update-set-state -- React's own way to reset the state at another place
      this.setState({ brokenAt: null });
    }
  }

  override render() {
    return this.state.brokenAt === null ? this.props.children : <Broken />;
  }
}
