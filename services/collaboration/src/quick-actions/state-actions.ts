import { assertTexts } from '#texts';
import { ITEMS, PROJECT_ITEMS, type QuickAction } from './quick-action';

/** Quick actions on title, state and lock. */
export const stateActions: readonly QuickAction[] = [
  {
    names: ['close'],
    done: () => 'Closed.',
    on: ITEMS,
    change: ({ update }) => {
      update.state_event = 'close';
    },
  },
  {
    names: ['reopen'],
    done: () => 'Reopened.',
    on: ITEMS,
    change: ({ update }) => {
      update.state_event = 'reopen';
    },
  },
  {
    names: ['title'],
    done: (argument) => `Changed the title to "${argument}".`,
    on: ITEMS,
    change: ({ update }, title) => {
      assertTexts({ title });
      update.title = title;
    },
  },
  {
    names: ['lock'],
    done: () => 'Locked the discussion.',
    on: PROJECT_ITEMS,
    change: ({ update }) => {
      update.attributes.discussion_locked = true;
    },
  },
  {
    names: ['unlock'],
    done: () => 'Unlocked the discussion.',
    on: PROJECT_ITEMS,
    change: ({ update }) => {
      update.attributes.discussion_locked = false;
    },
  },
];
