; The installer for Windows, for one user and without administrator rights:
;   makensis -DVERSION=0.1.0 -DFILES=<unpacked zip> -DICON=<.ico> -DTO=<setup.exe> installer.nsi
; Silent: setup.exe /S, optionally with /D=FOLDER as the last argument; uninstall.exe /S.
Target amd64-unicode
!include "MUI2.nsh"

Name "Mannequin"
OutFile "${TO}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Mannequin"
InstallDirRegKey HKCU "Software\Mannequin" "folder"
SetCompressor /SOLID lzma  ; a third smaller than the zip
SetDateSave off
BrandingText "Mannequin ${VERSION}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\mannequin-window.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Mannequin"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mannequin"
!define PROGRAM "Software\Classes\Applications\mannequin-window.exe"

; Offers the program under "Open with"; what opens such files by default stays as it is.
!macro OpenWith ENDING
  WriteRegStr HKCU "${PROGRAM}\SupportedTypes" "${ENDING}" ""
!macroend

Section
  SetOutPath "$INSTDIR"
  File /r "${FILES}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Mannequin.lnk" "$INSTDIR\mannequin-window.exe"
  WriteRegStr HKCU "Software\Mannequin" "folder" "$INSTDIR"
  WriteRegStr HKCU "${PROGRAM}\shell\open\command" "" '"$INSTDIR\mannequin-window.exe" "%1"'
  WriteRegStr HKCU "${PROGRAM}" "FriendlyAppName" "Mannequin"
  !insertmacro OpenWith ".dae"
  !insertmacro OpenWith ".glb"
  !insertmacro OpenWith ".gltf"
  WriteRegStr HKCU "${ENTRY}" "DisplayName" "Mannequin"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\mannequin.exe"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
SectionEnd

; Removes what was installed, nothing else that may lie in the folder. Settings and the last document stay in
; %APPDATA%\mannequin.
Section "Uninstall"
  Delete "$INSTDIR\mannequin.exe"
  Delete "$INSTDIR\mannequin-window.exe"
  Delete "$INSTDIR\mannequin_c.dll"
  Delete "$INSTDIR\mannequin_c_bind.dll"
  Delete "$INSTDIR\mannequin.glb"
  Delete "$INSTDIR\DejaVuSans.ttf"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\licences.txt"
  Delete "$INSTDIR\lib\libmannequin_c*.dll.a"
  Delete "$INSTDIR\lib\mannequin_c*.def"
  RMDir "$INSTDIR\lib"
  Delete "$INSTDIR\include\mannequin\c_*.h"
  RMDir "$INSTDIR\include\mannequin"
  RMDir "$INSTDIR\include"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Mannequin.lnk"
  DeleteRegKey HKCU "${ENTRY}"
  DeleteRegKey HKCU "${PROGRAM}"
  DeleteRegKey HKCU "Software\Mannequin"
SectionEnd
