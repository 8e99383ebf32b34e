import { GeneralSimulator } from '../components/general-simulator.tsx';
import { PublicFrame } from '../components/public-frame.tsx';

/** The general premium simulator: a beneficiary's, and at its public address anybody's. */
export default function GeneralPage() {
  return (
    <PublicFrame own="/simulator" other={{ to: '/simulateur-nordev', word: 'toNordev' }}>
      {(home) => <GeneralSimulator home={home} />}
    </PublicFrame>
  );
}
