/** What the visitor is notified of by email. */
import { useQuery } from '@tanstack/react-query';
import { check, choice, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { notificationLevels } from '#data/notification-levels';
import {
  notificationSettingKeys,
  getNotificationSettings,
  updateNotificationSettings,
} from '#data/notification-settings';
import { UserSettings } from './user-settings';

const QUERY_KEY = notificationSettingKeys.all;

const fields = {
  level: choice('Level', notificationLevels),
  notification_email: line('Send them to', { type: 'email', hint: 'One of your confirmed addresses.' }),
};

const eventFields = {
  new_note: check('New comments'),
  new_issue: check('New issues'),
  reopen_issue: check('Reopened issues'),
  close_issue: check('Closed issues'),
  reassign_issue: check('Issues with new assignees'),
  issue_due: check('Issues that are due the next day'),
  new_merge_request: check('New merge requests'),
  push_to_merge_request: check('Pushes to merge requests'),
  reopen_merge_request: check('Reopened merge requests'),
  close_merge_request: check('Closed merge requests'),
  reassign_merge_request: check('Merge requests with new assignees'),
  merge_merge_request: check('Merged merge requests'),
  failed_pipeline: check('Failed pipelines'),
  fixed_pipeline: check('Pipelines that succeed again'),
  success_pipeline: check('Successful pipelines'),
  moved_project: check('Moved projects'),
  new_epic: check('New epics'),
};

/** Shows the settings. */
export function NotificationsPage() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => getNotificationSettings(),
  });
  return (
    <UserSettings title="Notifications">
      <Loaded query={query}>
        {(settings) => (
          <>
            <Section
              title="Level"
              description="It applies to all projects and groups for which you have not chosen another one."
            >
              <FieldsForm
                fields={fields}
                stored={settings}
                button="Save level"
                done="The notifications were saved."
                keys={[QUERY_KEY]}
                submit={(_values, body) => updateNotificationSettings(body)}
              />
            </Section>
            {settings.level === 'custom' && (
              <Section title="Events">
                <FieldsForm
                  fields={eventFields}
                  stored={settings.events ?? {}}
                  button="Save events"
                  done="The notifications were saved."
                  keys={[QUERY_KEY]}
                  submit={(_values, body) => updateNotificationSettings(body)}
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </UserSettings>
  );
}
