import { tolerateTranslation } from '../lib/format/tolerate-translation.ts';
import { startLanding } from './start.tsx';

tolerateTranslation();
const root = document.getElementById('root');
if (root !== null) await startLanding(root);
