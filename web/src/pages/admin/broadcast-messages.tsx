/** Messages of administrators to all users. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RelativeTime } from '#components/relative-time';
import { check, choice, line, text, time, type ValuesOf } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import {
  broadcastMessageKeys,
  createBroadcastMessage,
  deleteBroadcastMessage,
  listBroadcastMessages,
  updateBroadcastMessage,
} from '#data/broadcast-messages';
import styles from '#components/settings/settings.module.css';

const QUERY_KEY = broadcastMessageKeys.all;

const fields = {
  message: text(t`Message`, { rows: 3, isRequired: true, hint: t`Markdown.` }),
  broadcast_type: choice(t`Shown as`, [
    { value: 'banner', text: t`A banner` },
    { value: 'notification', text: t`A notification` },
  ]),
  starts_at: time(t`Shown from`, { hint: t`Empty: now.` }),
  ends_at: time(t`Shown until`, { hint: t`Empty: for one hour.` }),
  target_path: line(t`Only on the pages`, { hint: t`A path such as /groups/*. Empty: all pages.` }),
  color: line(t`Background colour`, { type: 'color' }),
  font: line(t`Text colour`, { type: 'color' }),
  dismissable: check(t`Users can dismiss it`),
};

/** Shows the messages with a form for each. */
export function BroadcastMessages() {
  return (
    <ManagedList
      title={t`Broadcast messages`}
      description={t`Other clients show these messages to all users. These pages do not, because only administrators may read them.`}
      queryKey={QUERY_KEY}
      load={(page) => listBroadcastMessages({ page })}
      keyOf={({ id }) => id}
      nameOf={({ id }) => t`message ${id}`}
      empty={t`There are no messages.`}
      remove={(message) => deleteBroadcastMessage(message.id)}
      edit={(message) => (
        <FieldsForm
          fields={fields}
          stored={message}
          button={t`Save message`}
          done={t`The message was saved.`}
          keys={[QUERY_KEY]}
          submit={(_values, changed) => updateBroadcastMessage(message.id, withTimes(changed))}
        />
      )}
      add={{
        title: t`Add a message`,
        form: (
          <FieldsForm
            fields={fields}
            defaults={{ color: '#2f4aa6', font: '#ffffff' }}
            button={t`Add message`}
            done={t`The message was added.`}
            keys={[QUERY_KEY]}
            submit={({ message, ...more }) => createBroadcastMessage({ message, ...withTimes(more) })}
          />
        ),
      }}
    >
      {(message) => (
        <>
          <div className="row row-wrap">
            <span className={styles.settingsSecret}>{message.message}</span>
            {message.active && (
              <span className="badge badge-green">
                <Trans>active</Trans>
              </span>
            )}
          </div>
          <div className="muted small">
            <Trans>
              {message.broadcast_type}, from <RelativeTime time={message.starts_at} /> until{' '}
              <RelativeTime time={message.ends_at} />
            </Trans>
            {message.target_path && ` · ${t`on ${message.target_path}`}`}
          </div>
        </>
      )}
    </ManagedList>
  );
}

/** Leaves out times that were not entered, for which the API has defaults. */
function withTimes({ starts_at: start, ends_at: end, ...more }: Partial<ValuesOf<typeof fields>>) {
  return { ...more, ...(start && { starts_at: start }), ...(end && { ends_at: end }) };
}
