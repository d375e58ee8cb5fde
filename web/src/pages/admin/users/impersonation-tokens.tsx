/** Tokens with which administrators act as a user. */
import { useState } from 'react';
import type { User } from '#api/types';
import { checks, day, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { NewSecret } from '#components/settings/new-secret';
import {
  createImpersonationToken,
  deleteImpersonationToken,
  impersonationTokenKeys,
  listImpersonationTokens,
} from '#data/impersonation-tokens';
import { dateText } from '#lib/format';

const fields = {
  name: line('Name', { isRequired: true, hint: 'What the token is for.' }),
  expires_at: day('Expires on', { hint: 'Empty: never.' }),
  scopes: checks('Scopes', ['api', 'read_api', 'read_user', 'read_repository', 'write_repository']),
};

/** Shows the active tokens. */
export function ImpersonationTokens({ user }: { user: User }) {
  const [token, setToken] = useState<string>();
  const queryKey = impersonationTokenKeys.of(user.id);
  return (
    <ManagedList
      title="Impersonation tokens"
      description={`A token acts as ${user.name}, in scripts or to see what they see. It is not listed among their own tokens.`}
      queryKey={queryKey}
      load={(page) => listImpersonationTokens(user.id, { page, state: 'active' })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty="There are no active impersonation tokens."
      removal="Revoke"
      remove={({ id }) => deleteImpersonationToken(user.id, id)}
      notice={token !== undefined && <NewSecret label="The new token" value={token} />}
      add={{
        title: 'Create an impersonation token',
        form: (
          <FieldsForm
            fields={fields}
            button="Create token"
            keys={[queryKey]}
            isReady={({ scopes }) => scopes.length > 0}
            submit={async (body) => {
              const created = await createImpersonationToken(user.id, body);
              setToken(created.token ?? undefined);
            }}
          />
        ),
      }}
    >
      {(entry) => (
        <>
          <strong>{entry.name}</strong>
          <div className="muted small">
            {entry.scopes.join(', ')} · created {dateText(entry.created_at)} ·{' '}
            {entry.expires_at === null ? 'never expires' : `expires on ${dateText(entry.expires_at)}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
