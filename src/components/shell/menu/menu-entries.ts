import {
  BookOpen,
  Building2,
  ChartArea,
  FileUp,
  FolderKanban,
  Globe,
  House,
  Images,
  Layers,
  Layers2,
  type LucideIcon,
  Map as MapIcon,
  MapPinned,
  ScrollText,
  Send,
  Table2,
  TagsIcon,
  UserCog,
  Users,
} from 'lucide-react'

export interface MenuEntry {
  name: string
  label: string
  icon: LucideIcon
  /** Not shown to viewers, who cannot use it. */
  writes?: true
}
export interface MenuGroup {
  title?: string
  entries: readonly MenuEntry[]
}

/** The specification's groups and labels; an entry is shown as soon as a route of its name exists. */
export const sideMenu: readonly MenuGroup[] = [
  { entries: [{ name: 'Home', label: 'Home', icon: House }] },
  {
    title: 'Legacy',
    entries: [
      { name: 'SpatialCatalog', label: 'Spatial Catalog', icon: MapIcon },
      { name: 'RasterCheckin', label: 'Raster Check-In', icon: FileUp, writes: true },
    ],
  },
  {
    title: 'Modeling',
    entries: [
      { name: 'HelpDocumentation', label: 'Microfraym Wiki', icon: BookOpen },
      { name: 'ProductCatalog', label: 'Product Catalog', icon: Table2 },
      { name: 'Submission', label: 'Submission', icon: Send },
      { name: 'RasterAssetCatalog', label: 'Raster Asset Catalog', icon: Images },
      { name: 'PlaceGroupCatalog', label: 'Place Group Catalog', icon: MapPinned },
    ],
  },
  {
    title: 'Raster',
    entries: [
      { name: 'RasterPipelineIntroduction', label: 'Raster Wiki', icon: BookOpen },
      { name: 'RasterPipelineProductCatalog', label: 'Band Catalog', icon: Layers2 },
      { name: 'RasterPipelineProcessedRasters', label: 'Processed Rasters', icon: ChartArea },
      { name: 'RasterPipelineCustomStack', label: 'Band Collection', icon: Layers },
    ],
  },
  { title: 'Survey', entries: [{ name: 'SurveyPipelineCatalog', label: 'Survey Catalog', icon: Users }] },
  { title: 'Worldpop', entries: [{ name: 'WorldpopCatalog', label: 'Worldpop Catalog', icon: Globe }] },
]

/** Not in the specification: its calls about projects, clients and tags have their screens here. */
export const projectsMenu: MenuGroup = {
  title: 'Projects',
  entries: [
    { name: 'Projects', label: 'Projects', icon: FolderKanban },
    { name: 'Clients', label: 'Clients', icon: Building2 },
    { name: 'Tags', label: 'Tags', icon: TagsIcon },
  ],
}

/** Not in the specification: product.md requires it for admins. */
export const administrationMenu: MenuGroup = {
  title: 'Administration',
  entries: [
    { name: 'People', label: 'People', icon: UserCog },
    { name: 'PlaceGroups', label: 'Place Groups', icon: MapPinned },
    { name: 'Audit', label: 'Audit', icon: ScrollText },
  ],
}

interface BarEntry {
  name: string
  label: string
}

export const loggedOutMenu: readonly BarEntry[] = [
  { name: 'LogIn', label: 'Log In' },
  { name: 'Register', label: 'Register' },
  { name: 'RecoverPassword', label: 'Recover Password' },
  { name: 'EmailConfirmation', label: 'Resend Email Confirmation' },
]

export const loggedInMenu: readonly BarEntry[] = [
  { name: 'EditUser', label: 'Profile' },
  { name: 'LogOut', label: 'Log Out' },
]
