# SPDX-License-Identifier: GPL-3.0-or-later
# The catalogues in translations/, and Qt's own of the same languages, as one resource of the program:
# NEREID_TRANSLATION_SOURCE is its C++ file. packaging/update-translations writes the catalogues.
set(nereid_qm_folder "${CMAKE_BINARY_DIR}/translations")
file(MAKE_DIRECTORY "${nereid_qm_folder}")
set(nereid_qm_files "")
set(nereid_qrc "<RCC><qresource prefix=\"/nereid/translations\">\n")
foreach(language de zh_CN en)
  set(catalogue "${CMAKE_SOURCE_DIR}/translations/nereid_${language}.ts")
  set(qm "${nereid_qm_folder}/nereid_${language}.qm")
  add_custom_command(OUTPUT "${qm}" DEPENDS "${catalogue}" VERBATIM
    COMMAND Qt6::lrelease -silent "${catalogue}" -qm "${qm}")
  list(APPEND nereid_qm_files "${qm}")
  string(APPEND nereid_qrc "  <file alias=\"nereid_${language}.qm\">${qm}</file>\n")
  # Where it is not installed Qt's own words (OK, Cancel) stay English.
  set(qt_catalogue "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}/qtbase_${language}.qm")
  if(EXISTS "${qt_catalogue}")
    string(APPEND nereid_qrc "  <file alias=\"qtbase_${language}.qm\">${qt_catalogue}</file>\n")
  endif()
endforeach()
string(APPEND nereid_qrc "</qresource></RCC>\n")
file(CONFIGURE OUTPUT "${nereid_qm_folder}/translations.qrc" CONTENT "${nereid_qrc}" @ONLY)
set(NEREID_TRANSLATION_SOURCE "${nereid_qm_folder}/translations.cpp")
add_custom_command(OUTPUT "${NEREID_TRANSLATION_SOURCE}" VERBATIM
  DEPENDS "${nereid_qm_folder}/translations.qrc" ${nereid_qm_files}
  COMMAND Qt6::rcc --name translations --output "${NEREID_TRANSLATION_SOURCE}" "${nereid_qm_folder}/translations.qrc")
