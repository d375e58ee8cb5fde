import { useState } from 'react';
import { api, unwrap, unwrapPage } from '#api/client';
import { checks, day, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { NewSecret } from '#components/settings/new-secret';
import { apiPathOf, type Owner } from '#data/owner';
import { dateText } from '#lib/format';

const fields = {
  name: line('Name', { isRequired: true }),
  username: line('Username', { hint: 'Empty: a generated one.' }),
  expires_at: day('Expires on', { hint: 'Empty: never.' }),
  scopes: checks('Scopes', ['read_repository', 'read_registry']),
};

/** The deploy tokens of a project or group. */
export function DeployTokens({ owner }: { owner: Owner }) {
  const [created, setCreated] = useState<{ username: string; token: string | null }>();
  const base = `${apiPathOf(owner)}/deploy_tokens` as const;
  const path = { id: owner.id };
  const queryKey = ['deploy-tokens', owner.kind, owner.id];
  return (
    <ManagedList
      title="Deploy tokens"
      description="Credentials of machines that clone over HTTP."
      queryKey={queryKey}
      load={(page) => unwrapPage(api.GET(base, { params: { path, query: { page } } }))}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty="There are no deploy tokens."
      removal="Revoke"
      remove={({ id }) => unwrap(api.DELETE(`${base}/{token_id}`, { params: { path: { ...path, token_id: id } } }))}
      notice={
        created &&
        created.token !== null && <NewSecret label={`Token of the user ${created.username}`} value={created.token} />
      }
      add={{
        title: 'Create a deploy token',
        form: (
          <FieldsForm
            fields={fields}
            button="Create deploy token"
            keys={[queryKey]}
            isReady={({ scopes }) => scopes.length > 0}
            submit={async ({ username, ...body }) => {
              const named = { ...body, ...(username !== '' && { username }) };
              setCreated(await unwrap(api.POST(base, { params: { path }, body: named })));
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
            {token.expires_at === null ? 'never expires' : `expires on ${dateText(token.expires_at)}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
