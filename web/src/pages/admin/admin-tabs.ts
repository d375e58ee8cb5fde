/** The pages of the administration by subject, with the last part of their addresses. */
export const adminSubjects = [
  {
    title: 'Instance',
    tabs: [
      { tab: '', text: 'Overview' },
      { tab: 'users', text: 'Users' },
      { tab: 'projects', text: 'Projects' },
      { tab: 'groups', text: 'Groups' },
      { tab: 'storages', text: 'Storages' },
    ],
  },
  {
    title: 'Settings',
    tabs: [
      { tab: 'settings', text: 'Settings' },
      { tab: 'appearance', text: 'Appearance' },
      { tab: 'broadcast_messages', text: 'Messages' },
      { tab: 'hooks', text: 'System hooks' },
      { tab: 'license', text: 'License' },
    ],
  },
  {
    title: 'Operation',
    tabs: [
      { tab: 'services', text: 'Services' },
      { tab: 'consumers', text: 'Consumers' },
      { tab: 'dead_letters', text: 'Dead letters' },
      { tab: 'jobs', text: 'Jobs' },
      { tab: 'deliveries', text: 'Deliveries' },
      { tab: 'repository_checks', text: 'Repository checks' },
      { tab: 'replication', text: 'Replication' },
      { tab: 'audit_events', text: 'Audit events' },
    ],
  },
] as const;

/** All pages. */
export const adminTabs = adminSubjects.flatMap<AdminEntry>(({ tabs }) => [...tabs]);

/** A page with its text. */
export type AdminEntry = (typeof adminSubjects)[number]['tabs'][number];

/** The name of a page. */
export type AdminTab = AdminEntry['tab'];
