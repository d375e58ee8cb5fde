/**
 * Command that issues a new token for the first administrator. `--print` prints only the token
 * instead of its location.
 */
import { ensureIndexes } from '@forgemesh/data';
import { environmentOfPart, runTask } from '@forgemesh/service';
import { readIdentityConfig } from './config';
import { issueRootToken } from './root';
import { createTokenModel } from './credentials/tokens/token.model';
import { createTokenSecrets } from './credentials/tokens/secrets/token-secrets';
import { createUrls } from './urls';
import { presentProfile } from './users/accounts/user.entity';
import { createUserModel } from './users/accounts/user.model';

const config = readIdentityConfig(environmentOfPart('identity', process.env));
const isPrinted = process.argv.includes('--print');

runTask(config, async ({ connection, sequences, outbox }) => {
  const urls = createUrls(config.FORGE_EXTERNAL_URL);
  const users = outbox.store(createUserModel(connection), (user) => presentProfile(urls, user));
  const tokens = outbox.store(createTokenModel(connection), ({ _id: id, user_id }) => ({ id, user_id }));
  await ensureIndexes(connection);
  const secrets = createTokenSecrets(config.FORGE_SECRET);
  const { username, token, wasRestored } = await issueRootToken({
    users,
    tokens,
    sequences,
    secrets,
    rootToken: { configured: config.FORGE_ROOT_TOKEN, file: config.FORGE_ROOT_TOKEN_FILE },
  });
  const lines = [
    `A new token of the administrator ${username} is in ${config.FORGE_ROOT_TOKEN_FILE}`,
    ...(wasRestored
      ? [`The user ${username} was blocked or no administrator: it is an active administrator again`]
      : []),
  ];
  process.stdout.write(isPrinted ? `${token}\n` : `${lines.join('\n')}\n`);
});
