import { startLanding } from './start.tsx';

const root = document.getElementById('root');
if (root !== null) await startLanding(root);
