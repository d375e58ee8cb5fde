/** The personal access tokens of the visitor. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { RelativeTime } from '#components/relative-time';
import { checks, day, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { NewSecret } from '#components/settings/new-secret';
import {
  accessTokenKeys,
  createPersonalAccessToken,
  deletePersonalAccessToken,
  listPersonalAccessTokens,
} from '#data/access-tokens';
import { useCurrentUser } from '#data/current-user';
import { dateText } from '#lib/format';
import { UserSettings } from './user-settings';

const QUERY_KEY = accessTokenKeys.all;

const scopes = [
  { value: 'api', text: t`api: everything that you may do` },
  { value: 'read_api', text: t`read_api: read everything that you may read` },
  { value: 'read_feed', text: t`read_feed: read feeds of projects` },
  { value: 'read_user', text: t`read_user: read your profile` },
  { value: 'read_repository', text: t`read_repository: clone over HTTP` },
  { value: 'write_repository', text: t`write_repository: clone and push over HTTP` },
];

const fields = {
  name: line(t`Name`, { isRequired: true, hint: t`What uses the token.` }),
  expires_at: day(t`Expires on`, { hint: t`Empty: never.` }),
  scopes: checks(t`Scopes`, scopes),
};

/** Shows the tokens; the secret of a new one is shown once. */
export function AccessTokensPage() {
  const user = useCurrentUser();
  const [token, setToken] = useState<string | null>(null);
  return (
    <UserSettings title={t`Personal access tokens`}>
      {user && (
        <ManagedList
          title={t`Active tokens`}
          description={t`A script uses a token in place of your password.`}
          queryKey={QUERY_KEY}
          load={(page) => listPersonalAccessTokens({ page, state: 'active', user_id: user.id })}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          empty={t`There are no active tokens.`}
          removal={t`Revoke`}
          remove={({ id }) => deletePersonalAccessToken(id)}
          notice={token !== null && <NewSecret label={t`Your new token`} value={token} />}
          add={{
            title: t`Create a token`,
            form: (
              <FieldsForm
                fields={fields}
                button={t`Create token`}
                keys={[QUERY_KEY]}
                isReady={({ scopes: chosen }) => chosen.length > 0}
                submit={async (body) => {
                  const created = await createPersonalAccessToken(body);
                  setToken(created.token ?? null);
                }}
              />
            ),
          }}
        >
          {(entry) => (
            <>
              <strong>{entry.name}</strong>
              <div className="muted small">
                {entry.scopes.join(', ')} ·{' '}
                {entry.expires_at === null ? t`never expires` : t`expires on ${dateText(entry.expires_at)}`} ·{' '}
                {entry.last_used_at === null ? (
                  <Trans>never used</Trans>
                ) : (
                  <Trans>
                    used <RelativeTime time={entry.last_used_at} />
                  </Trans>
                )}
              </div>
            </>
          )}
        </ManagedList>
      )}
    </UserSettings>
  );
}
