// One setting of a form, drawn as its kind says.
import { useController } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { PictureField } from '@/components/editor/picture-field';
import type { Setting } from '@/components/settings/setting-kinds';
import { ComboField } from '@/components/ui/combo-field';
import { TextArea, TextField } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { currencyChoices, languageChoices, timeIn, zoneChoices } from '../choices';
import type { SectionForm } from '../use-section-form';
import { ColourField } from './colour-field';
import { DaysField } from './days-field';
import { LinksField } from './links-field';
import { OptionsField } from './options-field';

interface Props {
  section: SectionForm;
  name: string;
  setting: Setting;
}

export function SettingControl({ section, name, setting }: Props) {
  const { form } = section;
  const {
    label,
    hint,
    required,
    kind: { control },
  } = setting;
  const shared = { form, name, label, hint };
  const bound = () => ({ label, ...(hint ? { hint } : {}), required, error: form.formState.errors[name]?.message, ...form.register(name) });
  switch (control.as) {
    case 'line':
      return <TextField {...bound()} {...(control.type ? { type: control.type, inputMode: control.type } : {})} autoComplete="off" />;
    case 'area':
      return <TextArea {...bound()} rows={control.rows} />;
    case 'language':
      return <Combo {...shared} required={required} options={languageChoices()} />;
    case 'timeZone':
      return <Zone {...shared} required={required} />;
    case 'currency':
      return <Combo {...shared} required={required} options={currencyChoices()} />;
    case 'colour':
      return <ColourField {...shared} />;
    case 'picture':
      return <PictureField form={form} name={name} label={label} hint={pictureHints[name]} libraryOnly />;
    case 'links':
      return <LinksField {...shared} most={control.most} to={control.to} section={section} />;
    case 'days':
      return <DaysField {...shared} least={control.least} />;
    case 'options':
      return <OptionsField {...shared} options={control.options} />;
    case 'switch':
      return <Flag {...shared} />;
  }
}

const pictureHints: Readonly<Record<string, string>> = {
  logo: 'In place of the mark and the name. A wide one with a transparent ground works best.',
  logoDark: 'If the logo is hard to see on a dark ground.',
  icon: 'In browsers’ tabs and on home screens. A square one of at least 512 px.',
  shareImage: 'Where a link to a page without a picture of its own is shared. 1,200 × 630 px.',
};

interface ControlProps {
  form: EditorForm;
  name: string;
  label: string;
  hint: string | undefined;
  required?: boolean | undefined;
}

function Combo({ form, name, ...shared }: ControlProps & { options: ReturnType<typeof languageChoices> }) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: form.control, name });
  return <ComboField ref={ref} {...shared} value={String(value)} onChange={onChange} onBlur={onBlur} error={error?.message} />;
}

/** A time zone, with the time there now. */
function Zone(props: ControlProps) {
  const { field } = useController({ control: props.form.control, name: props.name });
  const time = timeIn(String(field.value).trim());
  const hint = 'For the times that people read. Statistics and retention count days of UTC.';
  return <Combo {...props} hint={time ? `${hint} It is ${time} there now.` : hint} options={zoneChoices()} />;
}

function Flag({ form, name, label, hint = '' }: ControlProps) {
  const { field } = useController({ control: form.control, name });
  return <Switch label={label} hint={hint} checked={field.value === true} onChange={field.onChange} />;
}
