/** What the visitor is notified of by email. */
import { t } from '@lingui/core/macro';
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
  level: choice(t`Level`, notificationLevels),
  notification_email: line(t`Send them to`, { type: 'email', hint: t`One of your confirmed addresses.` }),
};

const eventFields = {
  new_note: check(t`New comments`),
  new_issue: check(t`New issues`),
  reopen_issue: check(t`Reopened issues`),
  close_issue: check(t`Closed issues`),
  reassign_issue: check(t`Issues with new assignees`),
  issue_due: check(t`Issues that are due the next day`),
  new_merge_request: check(t`New merge requests`),
  push_to_merge_request: check(t`Pushes to merge requests`),
  reopen_merge_request: check(t`Reopened merge requests`),
  close_merge_request: check(t`Closed merge requests`),
  reassign_merge_request: check(t`Merge requests with new assignees`),
  merge_merge_request: check(t`Merged merge requests`),
  failed_pipeline: check(t`Failed pipelines`),
  fixed_pipeline: check(t`Pipelines that succeed again`),
  success_pipeline: check(t`Successful pipelines`),
  moved_project: check(t`Moved projects`),
  new_epic: check(t`New epics`),
};

/** Shows the settings. */
export function NotificationsPage() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => getNotificationSettings(),
  });
  return (
    <UserSettings title={t`Notifications`}>
      <Loaded query={query}>
        {(settings) => (
          <>
            <Section
              title={t`Level`}
              description={t`It applies to all projects and groups for which you have not chosen another one.`}
            >
              <FieldsForm
                fields={fields}
                stored={settings}
                button={t`Save level`}
                done={t`The notifications were saved.`}
                keys={[QUERY_KEY]}
                submit={(_values, body) => updateNotificationSettings(body)}
              />
            </Section>
            <Section
              title={t`Events`}
              description={t`They are used by the level “Chosen events”, which saving them chooses.`}
            >
              <FieldsForm
                fields={eventFields}
                defaults={settings.events ?? {}}
                button={t`Save events`}
                done={t`The notifications were saved.`}
                keys={[QUERY_KEY]}
                isReady={(events) => Object.values(events).some(Boolean)}
                submit={(events) => updateNotificationSettings({ ...events, level: 'custom' })}
              />
            </Section>
          </>
        )}
      </Loaded>
    </UserSettings>
  );
}
