/** The tabs of the administration with the last part of their addresses. */
export const adminTabs = [
  { tab: '', text: 'Overview' },
  { tab: 'services', text: 'Services' },
  { tab: 'consumers', text: 'Consumers' },
  { tab: 'dead_letters', text: 'Dead letters' },
  { tab: 'repository_checks', text: 'Repository checks' },
  { tab: 'jobs', text: 'Jobs' },
  { tab: 'deliveries', text: 'Deliveries' },
  { tab: 'users', text: 'Users' },
  { tab: 'settings', text: 'Settings' },
  { tab: 'appearance', text: 'Appearance' },
  { tab: 'broadcast_messages', text: 'Messages' },
  { tab: 'hooks', text: 'System hooks' },
  { tab: 'audit_events', text: 'Audit events' },
  { tab: 'replication', text: 'Replication' },
  { tab: 'license', text: 'License' },
] as const;

/** The name of a tab. */
export type AdminTab = (typeof adminTabs)[number]['tab'];
