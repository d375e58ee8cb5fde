/** Messages of administrators to all users. */
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

const QUERY_KEY = broadcastMessageKeys.all;

const fields = {
  message: text('Message', { rows: 3, isRequired: true, hint: 'Markdown.' }),
  broadcast_type: choice('Shown as', [
    { value: 'banner', text: 'A banner' },
    { value: 'notification', text: 'A notification' },
  ]),
  starts_at: time('Shown from', { hint: 'Empty: now.' }),
  ends_at: time('Shown until', { hint: 'Empty: for one hour.' }),
  target_path: line('Only on the pages', { hint: 'A path such as /groups/*. Empty: all pages.' }),
  color: line('Background colour', { type: 'color' }),
  font: line('Text colour', { type: 'color' }),
  dismissable: check('Users can dismiss it'),
};

/** Shows the messages with a form for each. */
export function BroadcastMessages() {
  return (
    <ManagedList
      title="Broadcast messages"
      description="Other clients show these messages to all users. These pages do not, because only administrators may read them."
      queryKey={QUERY_KEY}
      load={(page) => listBroadcastMessages({ page })}
      keyOf={({ id }) => id}
      nameOf={({ id }) => `message ${id}`}
      empty="There are no messages."
      remove={(message) => deleteBroadcastMessage(message.id)}
      edit={(message) => (
        <FieldsForm
          fields={fields}
          stored={message}
          button="Save message"
          done="The message was saved."
          keys={[QUERY_KEY]}
          submit={(_values, changed) => updateBroadcastMessage(message.id, withTimes(changed))}
        />
      )}
      add={{
        title: 'Add a message',
        form: (
          <FieldsForm
            fields={fields}
            defaults={{ color: '#2f4aa6', font: '#ffffff' }}
            button="Add message"
            done="The message was added."
            keys={[QUERY_KEY]}
            submit={({ message, ...more }) => createBroadcastMessage({ message, ...withTimes(more) })}
          />
        ),
      }}
    >
      {(message) => (
        <>
          <div className="row row-wrap">
            <span className="settings-secret">{message.message}</span>
            {message.active && <span className="badge badge-green">active</span>}
          </div>
          <div className="muted small">
            {message.broadcast_type}, from <RelativeTime time={message.starts_at} /> until{' '}
            <RelativeTime time={message.ends_at} />
            {message.target_path && `, on ${message.target_path}`}
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
