import { useTranslation } from 'react-i18next';

import frame from '../theme/frame.module.css';
import { Logo } from '../ui/logo.tsx';

export function Brand() {
  const { t } = useTranslation('administration');
  return (
    <span className={frame['brand']}>
      <Logo /> {t('name')}
    </span>
  );
}
