/** Tokens with which administrators act as a user. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  name: line(t`Name`, { isRequired: true, hint: t`What the token is for.` }),
  expires_at: day(t`Expires on`, { hint: t`Empty: never.` }),
  scopes: checks(t`Scopes`, ['api', 'read_api', 'read_user', 'read_repository', 'write_repository']),
};

/** Shows the active tokens. */
export function ImpersonationTokens({ user }: { user: User }) {
  const [token, setToken] = useState<string>();
  const queryKey = impersonationTokenKeys.of(user.id);
  return (
    <ManagedList
      title={t`Impersonation tokens`}
      description={t`A token acts as ${user.name}, in scripts or to see what they see. It is not listed among their own tokens.`}
      queryKey={queryKey}
      load={(page) => listImpersonationTokens(user.id, { page, state: 'active' })}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={t`There are no active impersonation tokens.`}
      removal={t`Revoke`}
      remove={({ id }) => deleteImpersonationToken(user.id, id)}
      notice={token !== undefined && <NewSecret label={t`The new token`} value={token} />}
      add={{
        title: t`Create an impersonation token`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Create token`}
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
            <Trans>
              {entry.scopes.join(', ')} · created {dateText(entry.created_at)}
            </Trans>{' '}
            · {entry.expires_at === null ? t`never expires` : t`expires on ${dateText(entry.expires_at)}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}
