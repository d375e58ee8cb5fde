import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { checks, day, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { NewSecret } from '#components/settings/new-secret';
import { deployTokenKeys, createDeployToken, deleteDeployToken, listDeployTokens } from '#data/deploy-tokens';
import type { Owner } from '#data/owner';
import { dateText } from '#lib/format';

const fields = {
  name: line(t`Name`, { isRequired: true }),
  username: line(t`Username`, { hint: t`Empty: a generated one.` }),
  expires_at: day(t`Expires on`, { hint: t`Empty: never.` }),
  scopes: checks(t`Scopes`, ['read_repository', 'read_registry']),
};

/** The deploy tokens of a project or group. */
export function DeployTokens({ owner }: { owner: Owner }) {
  const [created, setCreated] = useState<{ username: string; token: string | null }>();
  const queryKey = deployTokenKeys.of(owner);
  return (
    <ManagedList
      title={t`Deploy tokens`}
      description={t`Credentials of machines that clone over HTTP.`}
      queryKey={queryKey}
      load={(page) => listDeployTokens(owner, { page })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={t`There are no deploy tokens.`}
      removal={t`Revoke`}
      remove={({ id }) => deleteDeployToken(owner, id)}
      notice={
        created &&
        created.token !== null && <NewSecret label={t`Token of the user ${created.username}`} value={created.token} />
      }
      add={{
        title: t`Create a deploy token`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Create deploy token`}
            keys={[queryKey]}
            isReady={({ scopes }) => scopes.length > 0}
            submit={async ({ username, ...body }) => {
              const named = { ...body, ...(username !== '' && { username }) };
              const { username: name, token = null } = await createDeployToken(owner, named);
              setCreated({ username: name, token });
            }}
          />
        ),
      }}
    >
      {(token) => (
        <>
          <strong>{token.name}</strong>
          <div className="muted small">
            {token.username} · {token.scopes.join(', ')} ·{' '}
            {token.expires_at === null ? t`never expires` : t`expires on ${dateText(token.expires_at)}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
