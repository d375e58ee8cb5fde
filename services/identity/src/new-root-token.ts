/**
 * Command that issues a new token for the first administrator. `--print` prints only the token
 * instead of its location.
 */
import { ensureIndexes } from '@forgemesh/data';
import { runTask } from '@forgemesh/service';
import { config } from './config';
import { issueRootToken } from './root';
import { createTokenModel } from './credentials/tokens/token.model';
import { createTokenSecrets } from './credentials/tokens/secrets/token-secrets';
import { presentProfile } from './users/users/user.entity';
import { createUserModel } from './users/users/user.model';

const isPrinted = process.argv.includes('--print');

runTask(config, async ({ connection, sequences, outbox }) => {
  const users = outbox.store(createUserModel(connection), (user) => presentProfile(user));
  const tokens = outbox.store(createTokenModel(connection), ({ _id: id, user_id }) => ({ id, user_id }));
  await ensureIndexes(connection);
  const secrets = createTokenSecrets(config.FORGE_SECRET);
  const { username, token, wasRestored } = await issueRootToken({ users, tokens, sequences, secrets });
  const lines = [
    `A new token of the administrator ${username} is in ${config.FORGE_ROOT_TOKEN_FILE}`,
    ...(wasRestored
      ? [`The user ${username} was blocked or no administrator: it is an active administrator again`]
      : []),
  ];
  process.stdout.write(isPrinted ? `${token}\n` : `${lines.join('\n')}\n`);
});
