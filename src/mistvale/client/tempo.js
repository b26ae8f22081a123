// The paces that one chooses by name, with the time that each gives, in milliseconds (server/tempo.py has the same).

import { t } from './words.js';

export const TEMPI = {
  none: { kind: 'none' },
  live: { kind: 'live', bank: 600000, decision: 30000 },
  mail: { kind: 'mail', decision: 86400000 },
};

export const tempoWords = () => ({ none: t('lobby.pace.none'), live: t('lobby.pace.live'), mail: t('lobby.pace.mail') });
