// The questions that rows ask. Their code is loaded when one is asked, or a while after the list.
import { lazyNamed } from '@/lib/lazy-named';

export const questions = {
  confirm: () => import('@/components/ui/confirm-dialog'),
  correction: () => import('@/components/editor/correction-question'),
  delete: () => import('./delete-dialog'),
};

export const ConfirmDialog = lazyNamed(questions.confirm, 'ConfirmDialog');
export const CorrectionQuestion = lazyNamed(questions.correction, 'CorrectionQuestion');
export const DeleteDialog = lazyNamed(questions.delete, 'DeleteDialog');
