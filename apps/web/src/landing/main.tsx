import { bearTranslation } from '../lib/format/translated.ts';
import { startLanding } from './start.tsx';

bearTranslation();
const root = document.getElementById('root');
if (root !== null) await startLanding(root);
