import { createGroupBoard } from './create-group-board';
import { createGroupBoardList } from './create-group-board-list';
import { createProjectBoard } from './create-project-board';
import { createProjectBoardList } from './create-project-board-list';
import { deleteGroupBoard } from './delete-group-board';
import { deleteGroupBoardList } from './delete-group-board-list';
import { deleteProjectBoard } from './delete-project-board';
import { deleteProjectBoardList } from './delete-project-board-list';
import { getGroupBoard } from './get-group-board';
import { getGroupBoardList } from './get-group-board-list';
import { getProjectBoard } from './get-project-board';
import { getProjectBoardList } from './get-project-board-list';
import { listGroupBoardLists } from './list-group-board-lists';
import { listGroupBoards } from './list-group-boards';
import { listProjectBoardLists } from './list-project-board-lists';
import { listProjectBoards } from './list-project-boards';
import { updateGroupBoard } from './update-group-board';
import { updateGroupBoardList } from './update-group-board-list';
import { updateProjectBoard } from './update-project-board';
import { updateProjectBoardList } from './update-project-board-list';

export const boardOperations = [
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
  deleteGroupBoard,
  deleteGroupBoardList,
  deleteProjectBoard,
  deleteProjectBoardList,
  getGroupBoard,
  getGroupBoardList,
  getProjectBoard,
  getProjectBoardList,
  listGroupBoardLists,
  listGroupBoards,
  listProjectBoardLists,
  listProjectBoards,
  updateGroupBoard,
  updateGroupBoardList,
  updateProjectBoard,
  updateProjectBoardList,
];
