/** The identity service. */
import { defineService } from '@forgemesh/service';
import { operations as avatarOperations } from './users/avatars/operations';
import { readIdentityConfig, type IdentityConfig } from './config';
import { consumers } from './consumers';
import { operations as customAttributeOperations } from './users/custom-attributes/operations';
import { operations as deployKeyOperations } from './credentials/deploy-keys/operations';
import { operations as deployTokenOperations } from './credentials/deploy-tokens/operations';
import { operations as emailOperations } from './users/emails/operations';
import { operations as gpgKeyOperations } from './credentials/gpg-keys/operations';
import { operations as preferenceOperations } from './users/preferences/operations';
import { operations as savedFilterOperations } from './users/saved-filters/operations';
import type { Identity } from './deps';
import { createRoot } from './root';
import { closeIdentity, createIdentity } from './compose';
import { operations as signInOperations, schedules as signInSchedules } from './sign-in/sign-ins/operations';
import { operations as sshKeyOperations } from './credentials/ssh-keys/operations';
import { operations as staticObjectTokenOperations } from './credentials/static-object-tokens/operations';
import { operations as statusOperations } from './users/statuses/operations';
import { operations as twoFactorOperations } from './sign-in/two-factor/operations';
import { cleanTokens, sweepTokens } from './credentials/clean-tokens';
import { storedSecrets } from './stored-secrets';
import { operations as tokenOperations, schedules as tokenSchedules } from './credentials/tokens/operations';
import { operations as userOperations, schedules as userSchedules } from './users/accounts/operations';
import { internalOperations } from './internal';

/** Manages users, credentials and sign-ins, and authenticates callers. */
export const identity = defineService<IdentityConfig, Identity>({
  name: 'identity',
  readConfig: readIdentityConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/identity.binpb'),
  create: createIdentity,
  prepare: async (deps) => {
    await deps.passwordTransition.start();
    await cleanTokens(deps);
    await createRoot(deps);
  },
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  operations: () => [
    ...internalOperations,
    ...userOperations,
    ...statusOperations,
    ...preferenceOperations,
    ...savedFilterOperations,
    ...emailOperations,
    ...customAttributeOperations,
    ...sshKeyOperations,
    ...deployKeyOperations,
    ...deployTokenOperations,
    ...gpgKeyOperations,
    ...tokenOperations,
    ...staticObjectTokenOperations,
    ...signInOperations,
    ...twoFactorOperations,
    ...avatarOperations,
  ],
  consumers: () => consumers,
  schedules: () => [...userSchedules, ...tokenSchedules, sweepTokens, ...signInSchedules],
  objects: ({ objects }) => objects,
  objectStorage: ({ objectStorage }) => objectStorage,
  secrets: storedSecrets,
  close: closeIdentity,
});
