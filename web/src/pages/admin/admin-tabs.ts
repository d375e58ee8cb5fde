/** The pages of the administration by subject, with the last part of their addresses. */
import { t } from '@lingui/core/macro';

export const adminSubjects = [
  {
    title: t`Instance`,
    tabs: [
      { tab: '', text: t`Overview` },
      { tab: 'users', text: t`Users` },
      { tab: 'projects', text: t`Projects` },
      { tab: 'groups', text: t`Groups` },
      { tab: 'storages', text: t`Storages` },
    ],
  },
  {
    title: t`Settings`,
    tabs: [
      { tab: 'settings', text: t`Settings` },
      { tab: 'appearance', text: t`Appearance` },
      { tab: 'broadcast_messages', text: t`Messages` },
      { tab: 'hooks', text: t`System hooks` },
      { tab: 'license', text: t`License` },
    ],
  },
  {
    title: t`Operation`,
    tabs: [
      { tab: 'services', text: t`Services` },
      { tab: 'consumers', text: t`Consumers` },
      { tab: 'dead_letters', text: t`Dead letters` },
      { tab: 'jobs', text: t`Jobs` },
      { tab: 'deliveries', text: t`Deliveries` },
      { tab: 'repository_checks', text: t`Repository checks` },
      { tab: 'replication', text: t`Replication` },
      { tab: 'audit_events', text: t`Audit events` },
    ],
  },
] as const;

/** All pages. */
export const adminTabs = adminSubjects.flatMap<AdminEntry>(({ tabs }) => [...tabs]);

/** A page with its text. */
export type AdminEntry = (typeof adminSubjects)[number]['tabs'][number];

/** The name of a page. */
export type AdminTab = AdminEntry['tab'];
