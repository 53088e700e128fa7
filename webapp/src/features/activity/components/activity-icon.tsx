import { CircleDot, FilePlus, Image, ImageOff, KeyRound, LockKeyhole, LogIn, LogOut, MailOpen, Pencil, Replace, ShieldOff, Tags, Trash2, UserPen, UserPlus, type LucideIcon } from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  LOGIN: LogIn,
  LOGOUT: LogOut,
  CREATE_REVIEW: FilePlus,
  UPDATE_REVIEW: Pencil,
  DELETE_REVIEW: Trash2,
  CREATE_NEWS: FilePlus,
  UPDATE_NEWS: Pencil,
  DELETE_NEWS: Trash2,
  CREATE_PAGE: FilePlus,
  UPDATE_PAGE: Pencil,
  DELETE_PAGE: Trash2,
  CREATE_API_KEY: KeyRound,
  DEACTIVATE_API_KEY: ShieldOff,
  DELETE_API_KEY: Trash2,
  UPDATE_PICTURE: Pencil,
  REPLACE_PICTURE: Replace,
  REMOVE_PICTURE: ImageOff,
  ALLOW_PICTURE: Image,
  ERASE_PERSON: Trash2,
  CREATE_CATEGORY: Tags,
  UPDATE_CATEGORY: Tags,
  DELETE_CATEGORY: Tags,
  CREATE_AUTHOR: UserPlus,
  UPDATE_AUTHOR: UserPen,
  DELETE_AUTHOR: Trash2,
  READ_MESSAGE: MailOpen,
  DELETE_MESSAGE: Trash2,
  SET_PASSWORD: LockKeyhole,
};

/** The icon of an action. */
export function ActivityIcon({ action }: { action: string }) {
  const Icon = icons[action] ?? CircleDot;
  return <Icon aria-hidden strokeWidth={1.75} className="size-4" />;
}
