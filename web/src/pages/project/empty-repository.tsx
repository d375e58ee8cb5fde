/** How the first files come into a repository. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { Commands } from '#components/commands';
import { projectPath } from '#lib/paths';

/** Shows the commands for a new folder and for a repository that exists. */
export function EmptyRepository({ project }: { project: Project }) {
  const { http_url_to_repo: http, ssh_url_to_repo: ssh } = project;
  const [isSsh, setIsSsh] = useState(false);
  const branch = project.default_branch ?? 'main';
  const address = isSsh && ssh ? ssh : http;
  return (
    <section className="card">
      <div className="card-header">
        <h2 className="grow">
          <Trans>The repository is empty</Trans>
        </h2>
        {ssh && (
          <div className="button-group" role="group" aria-label={t`Address`}>
            <button type="button" className="button button-small" aria-pressed={!isSsh} onClick={() => setIsSsh(false)}>
              <Trans>HTTP</Trans>
            </button>
            <button type="button" className="button button-small" aria-pressed={isSsh} onClick={() => setIsSsh(true)}>
              <Trans>SSH</Trans>
            </button>
          </div>
        )}
      </div>
      <div className="card-body stack">
        <p>
          <Trans>
            Push to it,{' '}
            <Link to={projectPath(project.path_with_namespace, 'new', branch)}>create the first file here</Link>, or{' '}
            <Link to={`${projectPath(project.path_with_namespace, 'new', branch)}?upload`}>upload files</Link>.
          </Trans>
        </p>
        <Commands
          title={t`A new repository`}
          lines={[
            `git clone ${address}`,
            `cd ${project.path}`,
            `git switch --create ${branch}`,
            `echo '# ${project.path}' > README.md`,
            'git add README.md',
            'git commit --message "Add a README"',
            `git push --set-upstream origin ${branch}`,
          ]}
        />
        <Commands
          title={t`A repository that exists`}
          lines={[
            'cd existing_repository',
            'git remote rename origin old-origin',
            `git remote add origin ${address}`,
            'git push --set-upstream origin --all',
            'git push --set-upstream origin --tags',
          ]}
        />
        <p className="muted">
          <Trans>
            Git asks for your username and a password. The password is an access token:{' '}
            <Link to="/-/user_settings/personal_access_tokens">create one with the scope write_repository</Link>, or use
            the token with which you signed in.
          </Trans>
          {ssh && (
            <>
              {' '}
              <Trans>
                To clone over SSH, <Link to="/-/user_settings/ssh_keys">add your SSH key</Link>.
              </Trans>
            </>
          )}
        </p>
      </div>
    </section>
  );
}
