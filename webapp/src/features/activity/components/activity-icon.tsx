import {
  CircleDot,
  FilePlus,
  Image,
  ImageOff,
  KeyRound,
  LockKeyhole,
  LogIn,
  LogOut,
  MailOpen,
  Pencil,
  Replace,
  ShieldOff,
  Tags,
  Trash2,
  UserPen,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';

/** By an action's name or, for those that look alike, its verb. */
const icons: Record<string, LucideIcon> = {
  CREATE: FilePlus,
  UPDATE: Pencil,
  DELETE: Trash2,
  LOGIN: LogIn,
  LOGOUT: LogOut,
  CREATE_API_KEY: KeyRound,
  DEACTIVATE_API_KEY: ShieldOff,
  REPLACE_PICTURE: Replace,
  REMOVE_PICTURE: ImageOff,
  ALLOW_PICTURE: Image,
  ERASE_PERSON: Trash2,
  CREATE_CATEGORY: Tags,
  UPDATE_CATEGORY: Tags,
  DELETE_CATEGORY: Tags,
  CREATE_AUTHOR: UserPlus,
  UPDATE_AUTHOR: UserPen,
  READ_MESSAGE: MailOpen,
  SET_PASSWORD: LockKeyhole,
};

/** The icon of an action. */
export function ActivityIcon({ action }: { action: string }) {
  const Icon = icons[action] ?? icons[action.split('_')[0] ?? ''] ?? CircleDot;
  return <Icon aria-hidden strokeWidth={1.75} className="size-4" />;
}
