/** Levels of notifications as options of a field. */
export const notificationLevels = [
  { value: 'participating', text: 'What you take part in' },
  { value: 'watch', text: 'All activity' },
  { value: 'mention', text: 'When you are mentioned' },
  { value: 'custom', text: 'Chosen events' },
  { value: 'disabled', text: 'Nothing' },
  { value: 'global', text: 'The default level' },
] as const;
