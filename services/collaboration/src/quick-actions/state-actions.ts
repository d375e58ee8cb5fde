import { assertTexts } from '#texts';
import { ITEMS, PROJECT_ITEMS, type QuickAction } from './quick-action';

/** Quick actions on title, state and lock. */
export const stateActions: readonly QuickAction[] = [
  {
    names: ['close'],
    on: ITEMS,
    change: ({ update }) => {
      update.state_event = 'close';
    },
  },
  {
    names: ['reopen'],
    on: ITEMS,
    change: ({ update }) => {
      update.state_event = 'reopen';
    },
  },
  {
    names: ['title'],
    on: ITEMS,
    change: ({ update }, title) => {
      assertTexts({ title });
      update.title = title;
    },
  },
  {
    names: ['lock'],
    on: PROJECT_ITEMS,
    change: ({ update }) => {
      update.attributes.discussion_locked = true;
    },
  },
  {
    names: ['unlock'],
    on: PROJECT_ITEMS,
    change: ({ update }) => {
      update.attributes.discussion_locked = false;
    },
  },
];
