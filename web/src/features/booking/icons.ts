/** Icons that only booking pages use. */
export {
  Baby as CotIcon,
  Bed as BedIcon,
  Dog as DogIcon,
  Gift as ExtraIcon,
  Printer as PrinterIcon,
  ShieldCheck as ShieldIcon,
  TowelRack as TowelIcon,
  Utensils as ChairIcon,
} from 'lucide-react'
