import { createGroupBoard, createProjectBoard } from './create-board';
import { createGroupBoardList, createProjectBoardList } from './create-board-list';
import { deleteGroupBoard, deleteProjectBoard } from './delete-board';
import { deleteGroupBoardList, deleteProjectBoardList } from './delete-board-list';
import { getGroupBoard, getProjectBoard } from './get-board';
import { getGroupBoardList, getProjectBoardList } from './get-board-list';
import { listGroupBoardLists, listProjectBoardLists } from './list-board-lists';
import { listGroupBoards, listProjectBoards } from './list-boards';
import { updateGroupBoard, updateProjectBoard } from './update-board';
import { updateGroupBoardList, updateProjectBoardList } from './update-board-list';

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
