import { NordevSimulator } from '../components/nordev-simulator.tsx';
import { PublicFrame } from '../components/public-frame.tsx';

/** The NORDEV simulator: a beneficiary's, and at its public address anybody's. */
export default function NordevPage() {
  return (
    <PublicFrame own="/simulator-nordev" other={{ to: '/simulateur', word: 'toGeneral' }}>
      {(home) => <NordevSimulator home={home} />}
    </PublicFrame>
  );
}
