import { runService, serve } from '@forgemesh/service';
import { operations as avatarOperations } from './avatars';
import { config } from './config';
import { operations as customAttributeOperations } from './custom-attributes';
import { consumers as deployKeyConsumers, operations as deployKeyOperations } from './deploy-keys';
import { consumers as deployTokenConsumers, operations as deployTokenOperations } from './deploy-tokens';
import { operations as emailConfirmationOperations } from './email-confirmations';
import { operations as emailOperations } from './emails';
import { operations as gpgKeyOperations } from './gpg-keys';
import { operations as passwordResetOperations } from './password-resets';
import { operations as preferenceOperations } from './preferences';
import { makeRoot } from './root';
import { closeIdentity, createIdentity } from './compose';
import { operations as signInOperations, schedules as signInSchedules } from './sign-in';
import { operations as sshKeyOperations } from './ssh-keys';
import { operations as statusOperations } from './statuses';
import { operations as termsOperations } from './terms';
import { operations as twoFactorOperations } from './two-factor';
import { cleanTokens } from './tokens/clean-tokens';
import { storedSecrets } from './tokens/stored-secrets';
import { operations as tokenOperations, schedules as tokenSchedules } from './tokens';
import { consumers as userConsumers, operations as userOperations, schedules as userSchedules } from './users';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/identity.binpb'),
    create: createIdentity,
    prepare: async (deps) => {
      await cleanTokens(deps);
      await makeRoot(deps);
    },
    offersMetrics: ({ settings }) => settings.known()?.prometheus_metrics_enabled ?? true,
    operations: [
      ...userOperations,
      ...statusOperations,
      ...preferenceOperations,
      ...emailOperations,
      ...emailConfirmationOperations,
      ...customAttributeOperations,
      ...sshKeyOperations,
      ...deployKeyOperations,
      ...deployTokenOperations,
      ...gpgKeyOperations,
      ...tokenOperations,
      ...signInOperations,
      ...twoFactorOperations,
      ...passwordResetOperations,
      ...termsOperations,
      ...avatarOperations,
    ],
    consumers: [...userConsumers, ...deployKeyConsumers, ...deployTokenConsumers],
    schedules: [...userSchedules, ...tokenSchedules, ...signInSchedules],
    secrets: storedSecrets,
    close: closeIdentity,
  }),
);
