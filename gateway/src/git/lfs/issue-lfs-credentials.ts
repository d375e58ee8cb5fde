import type { SshKeyHolder } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { repositoryPath } from '../moved-project';
import type { PresentedKey } from '../ssh/authenticate-key';
import type { SshOptions } from '../ssh/ssh-options';
import { basicOf } from './lfs-headers';
import { TOKEN_SECONDS } from './lfs-tokens';

/** The answer to `git-lfs-authenticate`. */
export interface LfsCredentials {
  /** URL of the server of large files. */
  href: string;
  header: { Authorization: string };
  /** Seconds. */
  expires_in: number;
}

/** Name of the holder of a deploy key, who is no user. */
const DEPLOY_KEY = 'deploy-key';

/** Issues credentials for the large files of a project that the holder of a key may access. */
export async function issueLfsCredentials(
  { lfsTokens, externalUrl }: Pick<SshOptions, 'lfsTokens' | 'externalUrl'>,
  {
    key,
    holder,
    resource,
    isPush,
  }: { key: PresentedKey; holder: SshKeyHolder; resource: AuthorizedResource; isPush: boolean },
): Promise<LfsCredentials> {
  const accessRequest = { projectPath: resource.full_path, repository: 'project' as const, isPush };
  const token = await lfsTokens.issue(key.fingerprint_sha256, accessRequest);
  const base = externalUrl.replace(/\/+$/, '');
  return {
    href: `${base}/${repositoryPath(resource, 'project')}/info/lfs`,
    header: { Authorization: basicOf(holder.user?.username ?? DEPLOY_KEY, token) },
    expires_in: TOKEN_SECONDS,
  };
}
